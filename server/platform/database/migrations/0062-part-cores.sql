-- A cluster counts the cores that whole servers need on each node, which are parts of cores where a server needs parts.
alter table hosts alter column machine_cpus type double precision;
