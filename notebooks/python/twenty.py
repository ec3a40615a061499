"""Train agents, play a game with one of them, and draw the results: python twenty.py picture.png"""
import json, random, sys
import matplotlib.pyplot as plt, outflank

amounts, scores = [100, 1000, 3000, 10000], []
for games in amounts:  # train and measure an agent
    outflank.run("train", "--mode", "self", "--games", games, "-o", f"{games}.model", "--replace")
    match = outflank.run("bench", f"q:model={games}.model", "minimax:depth=2", "--protocol", "report", "--json")
    scores.append(100 * json.loads(match.stdout)["pairs"][0]["score"])

board, rng = outflank.Board(), random.Random(1)
with outflank.Agent(f"q:model={amounts[-1]}.model") as agent:  # play white against random moves
    while not board.over:
        board = board.play(agent.choose(board) if board.turn == "white" else rng.choice(board.moves))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
left.semilogx(amounts, scores, "o-", color=outflank.palette.GREEN)
left.set(title="Points against minimax:depth=2", xlabel="games of self-play", ylabel="points (%)", ylim=(0, 100))
outflank.draw(board, right)
right.set_title(f"The trained agent, white, against chance: {-board.score:+d}")
figure.savefig(sys.argv[1])
