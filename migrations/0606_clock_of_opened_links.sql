-- A held referral that was opened by its link, and not answered, expires with the link. So the clock reads it too.
drop index referral_clock;
create index referral_clock on referral (clock_on) where clock_on is not null;
update referral set clock_on = response_due_on
  where status = 'In Review' and sent_on is not null and recipient_confirmed_on is null
    and exists (select from referral_invitation where referral_id = referral.id and used_on is null);
