//! Trust: short, obvious checks that share no code with what they check.
