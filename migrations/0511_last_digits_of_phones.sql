-- A search for people knows the last digits of a telephone number.
create index contact_phone_digits on contact_phone
  (reverse(regexp_replace(split_part(phone_number, ';', 1), '\D', '', 'g')) text_pattern_ops);
