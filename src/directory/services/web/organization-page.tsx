import { Button, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconMoodSearch, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router'
import { api } from '#platform/web/api.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { knownUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { mayEditListing, mayRefer } from '../directory-policy.ts'
import { isReachable, type ListedOrganization } from '../service-detail.ts'
import type { ServicePage } from '../service-search.ts'
import type { CollectingParts } from './collecting-parts.ts'
import classes from './directory.module.css'
import { ServiceCard } from './service-card.tsx'
import { OrganizationContact } from './service-organization.tsx'

const PAGE = 20

export async function loader({ params, request }: LoaderFunctionArgs) {
  const path = `/api/listedOrganization/${encodeURIComponent(params.organizationId ?? '')}`
  const organization = await api.get<ListedOrganization>(path, { quiet: true, signal: request.signal })
  // It was merged into another one.
  return organization.id === params.organizationId
    ? organization
    : replace(`/directory/organization/${organization.id}`)
}

/** An organization of the directory: how to reach it, and its services. */
export function Screen({ AddToList, ListBar }: CollectingParts) {
  const { t } = useTranslation('services')
  const organization = useLoaderData<ListedOrganization>()
  const user = knownUser()
  const roles = user?.portalAccountRoles.map((r) => r.roleId) ?? []
  const may = mayRefer({ roles })
  const mayEdit = mayEditListing(
    { roles, organizationId: user?.organizationId ?? null },
    { organizationId: organization.id, isApproved: organization.takesReferrals },
  )
  return (
    <article className={classes.service}>
      <p className={classes.crumb}>
        <Link to="/directory">
          <IconChevronLeft size={18} aria-hidden /> {t('service.back')}
        </Link>
      </p>
      <PageHeading
        title={organization.name}
        action={
          mayEdit && (
            <Button
              component={Link}
              to={`/organization/profile/${organization.id}`}
              variant="default"
              leftSection={<IconPencil size={20} aria-hidden />}
            >
              {t('service.edit')}
            </Button>
          )
        }
      />
      <Card labelledBy="about">
        <h2 id="about">{t('service.about', { organization: organization.name })}</h2>
        {organization.description && <p className={classes.text}>{organization.description}</p>}
        <OrganizationContact
          organization={organization}
          website={organization.website}
          email={organization.email}
          none={t('organization.noContact')}
        />
      </Card>
      <section className={classes.servicesOf} aria-labelledby="services">
        <h2 id="services">{t('organization.services')}</h2>
        <ServicesOf
          organizationId={organization.id}
          mayRefer={may}
          mayDescribe={mayEdit}
          isReachable={isReachable(organization)}
          AddToList={may ? AddToList : null}
        />
      </section>
      {may && <ListBar />}
    </article>
  )
}

interface ServicesOfProps {
  organizationId: string
  mayRefer: boolean
  mayDescribe: boolean
  /** Whether the directory says how to reach it. */
  isReachable: boolean
  AddToList: CollectingParts['AddToList'] | null
}

function ServicesOf({ organizationId, mayRefer: may, mayDescribe, isReachable, AddToList }: ServicesOfProps) {
  const { t } = useTranslation('services')
  const services = useInfiniteQuery({
    queryKey: ['service', 'of', organizationId],
    queryFn: ({ pageParam, signal }) =>
      api.get<ServicePage>('/api/service/', {
        query: { organizationId, limit: PAGE, cursor: pageParam },
        quiet: true,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  if (services.isPending) return <Skeleton height={190} radius="lg" />
  if (!services.data)
    return (
      <EmptyState
        icon={<IconMoodSearch aria-hidden />}
        title={t('organization.failed')}
        action={<Button onClick={() => services.refetch()}>{t('search.retry')}</Button>}
      />
    )
  const items = services.data.pages.flatMap((page) => page.items)
  if (!items.length)
    return (
      <EmptyState
        icon={<IconMoodSearch aria-hidden />}
        title={t('organization.noService')}
        action={
          mayDescribe && (
            <Button component={Link} to={`/organization/listing/new?organizationId=${organizationId}`}>
              {t('organization.describe')}
            </Button>
          )
        }
      >
        {mayDescribe ? t('organization.noServiceOwn') : isReachable && t('organization.noServiceText')}
      </EmptyState>
    )
  return (
    <>
      <div className={classes.results}>
        {items.map((service) => (
          <ServiceCard
            key={service.id}
            service={service}
            mayRefer={may}
            need={null}
            collect={AddToList && <AddToList service={service} />}
          />
        ))}
      </div>
      {services.hasNextPage && (
        <div className={classes.more}>
          <MoreButton list={services}>{t('search.more')}</MoreButton>
        </div>
      )}
    </>
  )
}
