-- Without statistics of these expressions, a search for a name or an address expects a thousand people, and goes
-- through all of an organization in the order of the list.
create statistics contact_name_words on (plain_text((first_name || ' ') || last_name)) from contact;
create statistics contact_email_words on (lower(email)) from contact;
analyze contact;
