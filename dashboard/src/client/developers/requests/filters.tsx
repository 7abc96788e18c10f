import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { one, portal } from '../../../shared/api.ts'
import { useIsAdministrator } from '../../../shared/session.ts'
import { ChoiceFilter, DayFilter, TextFilter } from '../../../ui/filters.tsx'

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
const statuses = [200, 201, 202, 204, 400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 429, 500, 503]

/** Only administrators may list keys. */
const keyNames = one(['keys', 'names'], (options) => portal.keys.list({ limit: 100 }, options))

export function RequestFilters() {
  const { t } = useLingui()
  const isAdministrator = useIsAdministrator()
  const { data: keys } = useQuery({ ...keyNames, enabled: isAdministrator })
  return (
    <>
      <ChoiceFilter
        name="method"
        label={t`Method`}
        choices={methods.map((method) => ({ value: method, label: method }))}
      />
      <ChoiceFilter
        name="status"
        label={t`Status`}
        choices={statuses.map((status) => ({ value: String(status), label: String(status) }))}
      />
      {isAdministrator ? (
        <ChoiceFilter
          name="key_id"
          label={t`Key`}
          choices={(keys?.data ?? []).map(({ id, name, key_prefix }) => ({
            value: id,
            label: `${name} · ${key_prefix}…`,
          }))}
        />
      ) : null}
      <TextFilter name="request_id" label={t`Request id`} />
      <DayFilter name="from" label={t`From`} as="moment" />
      <DayFilter name="to" label={t`To`} as="end" />
    </>
  )
}
