-- Two records that somebody put side by side, though nothing proposes them: not listed, and left alone by the job.
alter table person_pair drop constraint person_pair_state_check;
alter table person_pair add constraint person_pair_state_check check (state in ('open', 'different', 'chosen'));
