import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SEARCH_MIN } from '#identity/organizations/organization-profile.ts'
import { api } from '#platform/web/api.ts'
import classes from './directory.module.css'
import { type Filters, noteOpened } from './use-directory-search.ts'

const SHOWN = 3

/** Links to organizations that have these words in their name, also to those without a service in the directory. */
export function OrganizationsNamed({ filters, text }: { filters: Filters; text: string }) {
  const { t } = useTranslation('services')
  const { data } = useQuery({
    queryKey: ['listedOrganization', 'named', text],
    queryFn: ({ signal }) =>
      api.get<{ items: { id: string; name: string }[] }>('/api/organization/autocomplete', {
        query: { name: text },
        quiet: true,
        signal,
      }),
    enabled: text.trim().length >= SEARCH_MIN,
  })
  const named = data?.items.slice(0, SHOWN) ?? []
  if (!named.length) return null
  return (
    <nav className={classes.organizations} aria-labelledby="organizations-named">
      <span id="organizations-named">{t('organization.named', { count: named.length })}</span>
      {named.map(({ id, name }) => (
        <Link key={id} to={`/directory/organization/${id}`} onClick={() => noteOpened(filters)}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
