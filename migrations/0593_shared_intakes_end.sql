-- An intake can be shared under another consent than its referral: it ends with that one.
alter table shared_intake add column ended_on timestamptz(3);
