-- A link that a newer one replaced is kept, so that its page can say so. It opens nothing.
alter table referral_invitation add column replaced_on timestamptz(3);
