-- In which counts a referral is: a bit for each, in the order of `countKeys`, so that a report evaluates no condition for
-- each of a hundred thousand referrals. It is derived from the fact alone.
alter table referral_fact add column marks integer not null generated always as (
  1
  + case when minutes_to_view is not null then 2 else 0 end
  + case when minutes_to_answer is not null then 4 else 0 end
  + case when status_class in ('open', 'resolved', 'unresolved') then 8 else 0 end
  + case when status_class = 'declined' then 16 else 0 end
  + case when status_class = 'expired' then 32 else 0 end
  + case when status_class = 'recalled' then 64 else 0 end
  + case when status_class = 'forwarded' then 128 else 0 end
  + case when status_class in ('waiting', 'seen') then 256 else 0 end
  + case when minutes_to_contact is not null then 512 else 0 end
  + case when status_class = 'resolved' then 1024 else 0 end
  + case when status_class = 'unresolved' then 2048 else 0 end
  + case when status_class = 'resolved' and outcome in ('got help', 'enrolled') then 4096 else 0 end
  + case when status_class not in ('recalled', 'forwarded') then 8192 else 0 end
  + case when status_class in ('resolved', 'unresolved', 'declined') then 16384 else 0 end
  + case when reason in ('no capacity', 'no funds') then 32768 else 0 end) stored;

-- Everything that reports count, with the marks.
drop index referral_fact_sent, referral_fact_received;
create index referral_fact_sent on referral_fact (sender_id, sent_day) include (recipient_id, need, zip, county, language, age_band, status_class, reason,
  outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, marks, request_id, contact_id, referral_id);
create index referral_fact_received on referral_fact (recipient_id, sent_day) include (sender_id, is_held, recipient_sees_person, need, zip, county,
  language, age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, marks,
  request_id, contact_id, referral_id);
