-- Advice on nutrition is not food: a search for "food" showed it before the pantries.
delete from search_synonym where meaning = 'food' and language = 'en' and phrase = 'nutrition' and taxonomy_term_id is null;
