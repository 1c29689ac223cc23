-- The call that made a referral, as the caller names it: the same call again makes nothing new.
alter table referral add column call_id uuid;
create unique index referral_call on referral (created_by, call_id) where call_id is not null;
