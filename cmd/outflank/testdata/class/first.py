import outflank


def agent(board):
    return board.moves[0]


outflank.serve(agent)
