-- A list of people or accounts shows a number in each row: without an index on the person, each row read all numbers.
create index contact_phone_of_person on contact_phone (contact_id, is_primary desc, id);
