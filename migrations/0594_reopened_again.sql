-- A referral whose reopening was entered in error can be reopened again.
drop index referral_reopened_once;
create unique index referral_reopened_once on referral (parent_id)
  where parent_relation = 'reopen' and status <> 'Entered In Error';
