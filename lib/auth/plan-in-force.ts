/** SQL for the limits of each account's current plan, by the same rule as `toActor`. Administrators have none. */
export const limitsInForce = `select users.id as user_id, case when users.admin then '{}' else plans.limits end as limits
  from users join plans on plans.id = case
    when plan_expires_at <= now() then (select id from plans where free order by id limit 1) else plan_id end`;
