# A profile that allows everything, but to read the programs in /x: those can
# only be run.
profile exec-only {
  capability,
  network,
  unix,
  signal,
  ptrace,
  mount,
  umount,
  / rwlk,
  /** rwmlkix,
  deny /x/** r,
}
