package run

// NetExt ends the names of files of networks that train makes; those of tune are .txt.
const NetExt = ".dna"
