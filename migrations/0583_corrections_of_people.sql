-- Whom to ask for can be corrected as well.
alter table listing_suggestion drop constraint listing_suggestion_topic_check;
alter table listing_suggestion add constraint listing_suggestion_topic_check
  check (topic in ('hours', 'phone', 'contact', 'address', 'eligibility', 'application', 'closed', 'other'));
