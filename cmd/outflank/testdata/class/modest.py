"""Few discs leave the other side few moves."""
import outflank


def agent(board):
    return min(board.moves, key=lambda move: board.play(move).score)


outflank.serve(agent)
