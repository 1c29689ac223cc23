-- Reports of an organization read its facts from these alone: the rows lie by day, not by organization, and a large
-- organization's would be fetched from half of all pages.
create index referral_fact_sent on referral_fact (sender_id, sent_day) include (recipient_id, need, zip, county, language, age_band, status_class, reason,
  outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, request_id, contact_id, referral_id);
create index referral_fact_received on referral_fact (recipient_id, sent_day) include (sender_id, is_held, recipient_sees_person, need, zip, county,
  language, age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, request_id,
  contact_id, referral_id);
drop index referral_fact_sender, referral_fact_recipient;
-- An index is enough only for pages that are known to be visible to all: new rows are vacuumed soon.
alter table referral_fact set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
