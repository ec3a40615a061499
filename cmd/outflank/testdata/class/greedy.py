import outflank


def agent(board):
    return max(board.moves, key=lambda move: board.play(move).score)


outflank.serve(agent)
