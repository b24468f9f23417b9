-- Makes a person's row if it is missing and holds it to the end of the transaction, so that what is stored of a message
-- and what is erased or withdrawn at the same moment come one after the other. Tells whether they consent to `terms`.
drop function if exists keep_person(uuid, text, text, text, text);
create function keep_person(person uuid, its_channel text, its_id text, chosen text, terms text) returns boolean
language plpgsql volatile as $$
begin
    insert into users (id, channel, external_id, language) values (person, its_channel, its_id, chosen)
        on conflict (id) do nothing;
    perform from users where id = person for no key update;
    if chosen is not null then
        update users set language = chosen where id = person;
    end if;
    return exists (select from consents c where c.user_id = person and c.version = terms and c.withdrawn_at is null);
end $$;
