import outflank


def agent(board):
    while board.moves:
        pass


outflank.serve(agent)
