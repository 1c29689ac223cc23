-- A person may be told by text only, and the portal may send none.
alter table person_notice drop constraint person_notice_reason_check;
alter table person_notice add constraint person_notice_reason_check check (reason in ('not-asked', 'not-wished',
  'do-not-contact', 'no-address', 'unsafe', 'no-texts', 'not-now', 'no-birth-date', 'withdrawn', 'not-delivered',
  'too-many'));
