-- Telephone numbers as E.164. Until now only numbers of the United States were taken, written with the mask.
update contact_phone set phone_number = '+1' || regexp_replace(phone_number, '\D', '', 'g')
where phone_number ~ '^\(\d{3}\) \d{3}-\d{4}$';

update account_change set new_value = '+1' || regexp_replace(new_value, '\D', '', 'g')
where kind = 'phone' and new_value ~ '^\(\d{3}\) \d{3}-\d{4}$';

update account_change set old_value = '+1' || regexp_replace(old_value, '\D', '', 'g')
where kind = 'phone' and old_value ~ '^\(\d{3}\) \d{3}-\d{4}$';
