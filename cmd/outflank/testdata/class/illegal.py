import outflank


def agent(board):
    return "d4"  # has a disc from the start


outflank.serve(agent)
