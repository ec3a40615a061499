import outflank


def agent(board):
    return max(board.moves, key=lambda move: (move[0] in "ah") + (move[1] in "18"))


outflank.serve(agent)
