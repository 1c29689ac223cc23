-- When the sender decided that nothing more is tried after a referral that was declined or expired.
alter table referral add column settled_on timestamptz(3);
create index referral_next_try on referral (created_by, status_changed_on) where status in ('Declined', 'Expired') and settled_on is null;
