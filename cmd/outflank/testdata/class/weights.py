import numpy
import outflank

ROW = [100, -20, 10, 5, 5, 10, -20, 100]
VALUES = numpy.add.outer(ROW, ROW)


def agent(board):
    return VALUES  # the highest value of a legal move counts


outflank.serve(agent)
