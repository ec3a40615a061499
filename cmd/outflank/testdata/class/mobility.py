import outflank


def agent(board):
    def replies(move):
        after = board.play(move)
        return len(after.moves) if after.turn != board.turn else 0

    return min(board.moves, key=replies)


outflank.serve(agent)
