-- load_taxonomy loads the taxonomy from its file.
drop function put_taxonomy(text, text, text);
