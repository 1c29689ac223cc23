import type { LegalDocument } from '../legal-document.ts'
import { californiaPrivacyEn } from './california-privacy-en.ts'

export const privacyPolicyEn: LegalDocument = {
  name: 'privacy-policy',
  language: 'en',
  title: 'Privacy Policy',
  updated: 'Last updated September 2020',
  introduction: [
    '{product} helps community organizations send people to the help they need and know how it ended. That work depends on trust. This policy says which data {product} handles, why, who sees it, how long it is kept, and what you can ask of us.',
    'It covers the portal at {site} and the e-mails, text messages and calls that the portal sends. “We”, “us” and “our” mean the organization that operates {product}. “You” means anyone who visits the portal, holds an account, or is a person whose information an organization records in it.',
    'Please read this policy before you use {product}. If you do not agree with it, please do not use the portal. Questions are welcome at {email}.',
  ],
  sections: [
    {
      id: 'data-collected',
      heading: 'Data We Collect',
      blocks: ['We collect only what the portal needs to do its work. There are three ways in which data reaches us.'],
      sections: [
        {
          id: 'data-you-give',
          heading: 'Data You Give Us',
          blocks: [
            {
              list: [
                {
                  term: 'Account data',
                  text: 'Your first and last name, title, e-mail address, phone number, password, security question and its answer, preferred language, and the settings you choose for notifications and for signing in with a second factor. Passwords and security answers are stored only in a scrambled form that cannot be turned back.',
                },
                {
                  term: 'Organization data',
                  text: 'The name, description, website, locations, services, hours, languages, and eligibility rules of the organization you represent, and the part you play in it.',
                },
                {
                  term: 'Messages and support requests',
                  text: 'What you write in referrals, notes, messages and Help Desk tickets, and the files and screenshots you attach to them.',
                },
                { term: 'Your agreement', text: 'That you accepted our terms, and when.' },
              ],
            },
          ],
        },
        {
          id: 'data-from-organizations',
          heading: 'Data Organizations Give Us About People They Serve',
          blocks: [
            'When an organization helps you, its workers may record your name, birth date, contact details, address, languages, needs, household, and the referrals made for you, together with your consent: what you agreed to share, with whom, and until when. The organization must have your permission, or another lawful reason, before it does so. You may also give this data yourself through an invitation or an intake form.',
          ],
        },
        {
          id: 'data-collected-automatically',
          heading: 'Data Collected Automatically',
          blocks: [
            {
              list: [
                {
                  term: 'Technical data',
                  text: 'Your network (IP) address, browser and device type, the pages and records you opened, and the time you opened them. We use it to keep the portal safe, to find faults, and to keep a record of who saw and changed personal data.',
                },
                {
                  term: 'Cookies and browser storage',
                  text: 'One cookie that keeps you signed in, and small entries in your browser that remember settings such as language and appearance. The portal does not work without the sign-in cookie. We set no advertising cookies.',
                },
                {
                  term: 'Error reports',
                  text: 'When something goes wrong, a report of the error may be sent to a monitoring service that works for us.',
                },
                {
                  term: 'Robot checks',
                  text: 'Forms that are open to everyone may use a check that tells people from programs. If the check is run by another company, that company’s own privacy policy applies to it.',
                },
              ],
            },
            'Some browsers can send a “Do Not Track” signal. We do not follow you across other websites, so the portal behaves in the same way with or without the signal.',
          ],
        },
      ],
    },
    {
      id: 'special-category-data',
      heading: 'Special Category Data',
      blocks: [
        'Some information deserves extra care. It includes data about health or disability, mental health and substance use, race or ethnic origin, religion, sexual orientation or gender identity, immigration status, criminal history, domestic violence, and biometric or genetic data. A need itself can be sensitive: a referral to a shelter or a clinic says something about the person referred.',
        {
          list: [
            'We do not ask account holders for special category data about themselves. Please do not put it into your profile, into a support request, or into a screenshot.',
            'An organization may record such data about a person it serves only when the help requires it, the person has agreed or the law allows it, and the rules that bind the organization, such as the federal rules for health records and for substance use treatment records, are kept.',
            'It is shown only to those organizations and workers that the person’s consent and the referral cover. A consent can be limited to one kind of help and to a date, and it can be withdrawn.',
            'We never use special category data for advertising, and we never sell it.',
          ],
        },
        'If you find that such data about you was recorded without your agreement, tell the organization that serves you, or write to {email}.',
      ],
    },
    {
      id: 'use-and-disclosure',
      heading: 'Use and Disclosure of Data',
      blocks: [],
      sections: [
        {
          id: 'use',
          heading: 'How We Use Data',
          blocks: [
            {
              list: [
                'To run the portal: accounts, intake, referrals, the resource directory, messages, notifications and the Help Desk.',
                'To review and verify organizations and accounts.',
                'To keep the portal safe: to check who signs in, to stop misuse, and to keep a record of access and changes.',
                'To answer your questions and to mend what is broken.',
                'To understand how the portal is used and where help is missing, with figures that do not identify anyone.',
                'To keep the law, and to protect the rights and the safety of people.',
              ],
            },
            'We do not make decisions with legal or similarly serious effects about you by automated means alone.',
          ],
        },
        {
          id: 'disclosure',
          heading: 'To Whom We Disclose Data',
          blocks: [
            {
              list: [
                {
                  term: 'Organizations in a referral',
                  text: 'The sending and the receiving organization see what the consent covers. If a referral is taken back, the receiving organization loses sight of the personal data in it.',
                },
                {
                  term: 'Your own organization',
                  text: 'Administrators of your organization can see your work contact data and what you do in the portal on its behalf.',
                },
                {
                  term: 'The public directory',
                  text: 'Names, services and contact data of organizations are meant to be found, and are published. Data about people served never is.',
                },
                {
                  term: 'Companies that work for us',
                  text: 'Hosting, storage, e-mail, text and voice delivery, and error monitoring. They may use data only to do that work for us, and must keep it confidential.',
                },
                {
                  term: 'The law and safety',
                  text: 'Courts, authorities or others, when a law or a valid order requires it, or when it is needed to prevent serious harm.',
                },
                {
                  term: 'A successor',
                  text: 'Another organization that takes over the operation of the portal, and that must then keep the promises of this policy.',
                },
                { term: 'Others', text: 'Anyone else only if you ask for it or agree to it.' },
              ],
            },
            'We do not sell personal data, we do not rent it out, and we do not share it for anyone else’s marketing. Figures that identify nobody may be shared with partners, funders and the public.',
          ],
        },
      ],
    },
    {
      id: 'email-communications',
      heading: 'E-mail Communications',
      blocks: [
        'We send e-mails that belong to the service: to verify your address, to reset your password, to warn you about changes to your account, and to tell you about referrals and support tickets that concern you. With your number and your choice, some of these come as text messages or calls; your provider’s charges may apply.',
        {
          list: [
            'You choose which referral notices you want, by e-mail and by text message, under Notification Preferences in your account. You choose for each support ticket whether you want updates.',
            'Notices about security and about your account itself cannot be turned off while you hold an account.',
            'If we ever write to you about news of {product}, the e-mail will say who sent it and will hold a link with which you can stop such e-mails. We will act on it within ten business days.',
            'We keep personal details of people served out of notices wherever we can; you see them after you sign in. E-mail and text messages can be read by others on their way, so please do not answer them with sensitive information.',
          ],
        },
      ],
    },
    {
      id: 'protection',
      heading: 'Protection of Data',
      blocks: [
        'We use administrative, technical and physical measures that fit the sensitivity of the data:',
        {
          list: [
            'connections to the portal are encrypted;',
            'passwords, security answers and recovery codes are stored only as one-way hashes;',
            'accounts can be protected with a second factor, and some must be;',
            'sessions end when they are not used, and attempts to guess a password are slowed down;',
            'every worker sees only what their part and the person’s consent allow, and access to personal data is recorded;',
            'images are cleaned of hidden information, such as the place where they were taken, before they are stored.',
          ],
        },
        'You help by keeping your password to yourself, by not sharing an account, and by signing out on a device that others use. If you think that someone else used your account, write to {email} at once.',
        'No system is perfectly safe, and we cannot promise absolute security. If a breach puts your personal data at risk, we will tell you and the authorities as the law requires.',
      ],
    },
    {
      id: 'retention-and-modification',
      heading: 'Retention and Modification of Data',
      blocks: [
        'We keep personal data for as long as your account is active or the data is needed for the help it was given for, and afterwards for as long as the law, agreements with organizations, the settlement of disputes, or the security of the portal require. When an organization erases a record, or its time is over, it is changed so that it no longer identifies anyone. Records of access and change are kept so that it remains possible to say who saw what.',
        {
          list: [
            {
              term: 'See and correct',
              text: 'You can see and change your own contact data and preferences in your account. What you cannot change yourself, the administrator of your organization can, or we can if you write to {email}.',
            },
            {
              term: 'People served',
              text: 'To see, correct or remove what an organization recorded about you, please ask that organization first; it is responsible for its records. It can give you a copy of everything, show you who saw it, and erase it. Then your name, your contact details, notes, and what referrals and messages say about you are removed, also at organizations that received a referral; counts and the record of access stay. Records without activity for a long time are proposed to the organization for erasure. If you have an account of your own, you find the copy and the list of who saw your record there. You can withdraw a consent at any time. This stops further sharing, but cannot call back what was already seen.',
            },
            {
              term: 'Close an account',
              text: 'You can ask us to close your account. Referrals and tickets you took part in stay with the organizations that need them as a record of their work.',
            },
            {
              term: 'Backups',
              text: 'Deleted data can remain in backup copies until these are replaced in their ordinary turn. If a backup has to be restored, erasures are carried out again.',
            },
          ],
        },
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Third-Party Links',
      blocks: [
        'The portal links to websites of organizations in the directory, of partners, and of others. We do not run those websites, we do not control what they collect, and this policy does not apply to them. A link is not a recommendation. Please read the privacy policy of any website before you give it personal data.',
      ],
    },
    {
      id: 'users-outside-us',
      heading: 'Users Outside the United States',
      blocks: [
        '{product} is hosted in the United States and is meant for people and organizations there. If you use the portal from another country, your data is transferred to, stored in and handled in the United States, where data protection law may give less protection than the law at your home. By using the portal you agree to that transfer. If you do not agree, please do not use the portal.',
      ],
    },
    {
      id: 'children',
      heading: 'No Users Under 13',
      blocks: [
        'Nobody under 13 years of age may use {product} or hold an account, and we do not knowingly collect personal data from children under 13. An account holder must in fact be at least 18, as our terms say. A parent, a guardian or an organization that is allowed to act for a child may give data about the child where a service for the family needs it.',
        'If you believe that a child under 13 has given us personal data, write to {email}, and we will delete it.',
      ],
    },
    californiaPrivacyEn,
    {
      id: 'changes',
      heading: 'Changes to This Policy',
      blocks: [
        'We may change this policy. The date at its top says when it was last changed, and the version on this page is the one that applies. If a change matters for how we use data that we already hold, we will say so in the portal or by e-mail before it takes effect.',
      ],
    },
  ],
}
