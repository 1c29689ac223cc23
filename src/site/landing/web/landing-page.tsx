import {
  IconBolt,
  IconChartBar,
  IconCheck,
  IconEye,
  IconFileText,
  IconMapPin,
  IconMessage,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SignInButton } from '#identity/accounts/web/sign-in-method-public.ts'
import { CallInText } from '#platform/web/call-in-text.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import classes from './landing-page.module.css'
import { LoginForm } from './login-form.tsx'

const features = {
  intake: IconFileText,
  referral: IconSend,
  directory: IconMapPin,
  communication: IconUsers,
  updates: IconBolt,
  insights: IconChartBar,
}
const loop = { sent: IconSend, seen: IconEye, talk: IconMessage, closed: IconCheck }

/** The front page: what the product is for, the sign-in, its features, and a short video. */
export function Screen({ buttons }: { buttons: SignInButton[] }) {
  const { t, i18n } = useTranslation('landing')
  const { productName, authType, bookADemoUrl, publicDirectory } = configuration()
  const isFallback = authType.toLowerCase() === 'fallback'
  return (
    <main id="content" className={classes.page}>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.slogan}>{t('slogan')}</h1>
          <p className={classes.lead}>{t('blurb', { product: productName })}</p>
          <div className={classes.actions}>
            {publicDirectory && (
              <ActionAnchor look="quiet" href={`/find?lang=${i18n.language}`}>
                {t('findHelp')}
              </ActionAnchor>
            )}
            <ActionAnchor
              href="/registration/organization"
              target="_blank"
              rel="noopener"
              aria-description={t('newTab')}
            >
              {t('register')}
            </ActionAnchor>
            <ActionAnchor
              look="quiet"
              href={bookADemoUrl}
              {...(bookADemoUrl.startsWith('mailto:')
                ? {}
                : { target: '_blank', rel: 'noopener', 'aria-description': t('newTab') })}
            >
              {t('demo')}
            </ActionAnchor>
            <ActionLink look="text" to="/registration/choice">
              {t('member')}
            </ActionLink>
            {!isFallback && (
              <ActionLink look="quiet" to="/auth/login">
                {t('login')}
              </ActionLink>
            )}
          </div>
          <p className={classes.help}>
            <CallInText text={t('help')} />
          </p>
        </div>
        {isFallback && <LoginForm buttons={buttons} />}
      </section>
      <section aria-labelledby="loop" className={classes.loop}>
        <h2 id="loop">{t('loop.title')}</h2>
        <ol>
          {(Object.keys(loop) as (keyof typeof loop)[]).map((step) => {
            const Icon = loop[step]
            const [title, text] = t(`loop.${step}`, { returnObjects: true }) as [string, string]
            return (
              <li key={step} className={classes.step}>
                <span className={classes.dot} data-step={step}>
                  <Icon size={20} aria-hidden="true" />
                </span>
                <div>
                  <b>{title}</b>
                  <p>{text}</p>
                </div>
              </li>
            )
          })}
        </ol>
      </section>
      <section aria-labelledby="features">
        <h2 id="features">{t('features.title')}</h2>
        <ul className={classes.features}>
          {(Object.keys(features) as (keyof typeof features)[]).map((name) => {
            const Icon = features[name]
            const [title, text] = t(`features.${name}`, { returnObjects: true }) as [string, string]
            return (
              <li key={name} className={classes.feature}>
                <Icon size={24} aria-hidden="true" />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </section>
      <DemoVideo />
    </main>
  )
}

function DemoVideo() {
  const { t, i18n } = useTranslation('landing')
  const { demoVideoUrl } = configuration()
  return (
    <section aria-labelledby="video" className={classes.video}>
      <h2 id="video">{t('video.title')}</h2>
      <p>{t('video.text')}</p>
      <video
        controls
        preload="none"
        poster="/demo-poster.webp"
        width={1280}
        height={720}
        src={demoVideoUrl}
        aria-labelledby="video"
      >
        <track
          key={i18n.language}
          kind="captions"
          src={`/demo.${i18n.language}.vtt`}
          srcLang={i18n.language}
          label={t('video.captions')}
          default
        />
      </video>
    </section>
  )
}
