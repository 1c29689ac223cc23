-- Drafts are found by the people whom they are for, both organizations and the service, as later once they are sent.
update referral set search_text = plain_text(concat_ws(' ',
  (select string_agg(person.first_name || ' ' || person.last_name, ' ') from contact person
    where person.organization_id is not null and person.id in (
      select contact_id from referral_request where id = referral.request_id
      union select contact_id from referral_person where referral_id = referral.id)),
  (select name from organization where id = referral.recipient_organization_id),
  (select name from organization where id = referral.sender_organization_id),
  (select name from service where id = referral.service_id)))
where status = 'Draft';
