package text

// Distance is the distance by which names are compared.
var Distance = editDistance

// Near is near.
var Near = near
