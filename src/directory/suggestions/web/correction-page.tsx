import { Button, Radio } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Correctable, type SuggestionTopic, suggestionTopics } from '../suggestion.ts'
import { getCorrectable, getService } from './suggestion-calls.ts'
import classes from './suggestions.module.css'
import { TopicFields } from './topic-fields.tsx'
import { addressesOf, useCorrection } from './use-correction.ts'

interface Loaded {
  service: ServiceDetail
  correctable: Correctable
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params.serviceId ?? ''
  const [service, correctable] = await Promise.all([getService(id, { signal }), getCorrectable(id, { signal })])
  return { service, correctable }
}

/** Somebody says what is wrong about a service. */
export function Screen() {
  const { t } = useTranslation(['suggestions', 'platform'])
  const { service, correctable } = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const back = `/directory/service/${service.id}`
  const correction = useCorrection(service, correctable, () => {
    notify(t('form.sent'))
    navigate(back)
  })
  const { form, topic, choose } = correction
  const topics = suggestionTopics.filter((one) => one !== 'address' || addressesOf(service).length > 0)
  const { organization } = service
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={back}>
          <IconChevronLeft size={18} aria-hidden /> {service.name}
        </Link>
      </p>
      <PageHeading
        title={t('form.title')}
        lead={organization.isStandIn ? t('form.leadUnnamed') : t('form.lead', { organization: organization.name })}
      />
      <form className={classes.form} noValidate onSubmit={form.submit}>
        <Card>
          <div className={classes.fields}>
            <Radio.Group
              label={t('form.topic')}
              value={topic ?? ''}
              onChange={(value) => choose(value as SuggestionTopic)}
              error={form.errors.topic}
              withAsterisk
            >
              <div className={classes.topics}>
                {topics.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    name="topic"
                    label={t(`topic.${value}`)}
                    iconColor="var(--hl-on-hearth)"
                  />
                ))}
              </div>
            </Radio.Group>
            {topic && <TopicFields key={topic} correction={correction} service={service} correctable={correctable} />}
          </div>
        </Card>
        <div className={classes.actions}>
          <Button component={Link} to={back} variant="default">
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('form.send')}
          </Button>
        </div>
      </form>
    </div>
  )
}
