-- Cities are compared as people type them: without regard to case, accents and outer spaces.

create function city_key(city text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(btrim(city), 'ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇáàâäãéèêëíìîïóòôöõúùûüñç',
    'AAAAAEEEEIIIIOOOOOUUUUNCaaaaaeeeeiiiiooooouuuunc'))
$$;
