-- What migrations put into the tables, for a database that begins empty. Made by `npm run engine -- --write`.

insert into offer_catalogue (version) values (0);
insert into named_locks (name) values ('admins'), ('audit seals'), ('demo'), ('first admin'), ('low stock'), ('offer rates'), ('partitions');
insert into feed_consumers (name, xid)
select name, 0 from (values ('click_search'), ('completion_rows'), ('figures'), ('messages'), ('voucher_counts'), ('webhooks')) consumers (name);
