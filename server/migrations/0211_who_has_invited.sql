-- An invitation says who invites. The name is that of the moment: it stays in the mail, too. null: nobody who was signed in, or
-- somebody who was invited before it was recorded.

alter table users add column invited_by text check (char_length(invited_by) between 1 and 200);
