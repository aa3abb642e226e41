# A profile that has something to say of execs: those of /x are allowed and logged,
# all else in /x and everything in /y is denied and logged.
profile exec-log {
  capability,
  signal,
  / r,
  /{bin,dev,etc,lib,proc,root,tmp,usr}/** rwmlkix,
  audit /x/** mix,
}
