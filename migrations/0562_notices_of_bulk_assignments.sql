-- Whoever was given referrals by one act is notified once of them all, when it can no longer be undone.
alter table referral_bulk_item add column notified_on timestamptz(3);
