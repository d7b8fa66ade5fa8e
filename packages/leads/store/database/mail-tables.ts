import type { Generated, Selectable } from 'kysely'

/** The state of a referral's credit: see `lead_applicant.credit`. */
type Credit = 'none' | 'given' | 'withheld' | 'denied'

/** The table `lead_applicant`: one row for each person who has applied. Times are ISO 8601 in UTC. */
export interface ApplicantTable {
  id: string
  /** The email address as entered, in lowercase, which identifies the person; null after erasing. */
  address: string | null
  /** The address as first entered, to which mail is sent; '' after erasing. */
  email: string
  /** Keyed hash of what spellings of a mailbox share; for limits only. It survives erasing. */
  mailbox: Generated<string>
  /** Keyed hash of the domain; null at a provider at which anyone can open a mailbox. It survives erasing. */
  domain: Generated<string | null>
  /** The name in the application that was confirmed last, or in the first one; '' after erasing. */
  name: string
  /** The language of the application that was confirmed last, or of the newest one before the first confirmation. */
  language: Generated<string>
  /** Random key for the signatures of the person's links; '' after erasing, so that no link works. */
  secret: string
  created_at: string
  confirmed_at: Generated<string | null>
  /** 1 for the first person whose address was confirmed, 2 for the second, without gaps. */
  confirmed_seq: Generated<number | null>
  reminded_at: Generated<string | null>
  unsubscribed_at: Generated<string | null>
  /** Time at which a mail server refused the address permanently. */
  bounced_at: Generated<string | null>
  invited_at: Generated<string | null>
  /** Code of the person's referral link. */
  code: Generated<string | null>
  /** Number of people whose confirmation was credited to this person. */
  referrals: Generated<number>
  /** Id of the applicant whose link led to the first confirmed application. */
  referred_by: Generated<string | null>
  /**
   * Whether the referrer gets credit: `given`, or `withheld` because of a suspicion (`credit_reason`), until staff
   * change it to `given` or `denied`. `none` without a referrer. It survives erasing.
   */
  credit: Generated<Credit>
  /** Why the credit is or was withheld. */
  credit_reason: Generated<string | null>
  /** Keyed hash of the network of the first confirmed application, if a referral link led to it. It survives erasing. */
  network: Generated<string | null>
  /** 1 if the person agreed to be on the public leaderboard, otherwise 0. */
  listed: Generated<number>
}

/** A row of `lead_applicant`. */
export type ApplicantRow = Selectable<ApplicantTable>

/** The table `lead_message`: the outbox, and the record of sent messages. */
export interface MessageTable {
  id: string
  /** One of `messageKinds`. */
  kind: string
  /** Null for messages to staff. */
  applicant_id: string | null
  /** The lead that caused the message; null if none did. */
  lead_id: string | null
  wave_id: string | null
  /** Of the submission that the message answers: the code of its referral link, and a keyed hash of its network. */
  referral_code: Generated<string | null>
  network: Generated<string | null>
  /** Keyed hash of the recipient's domain while the message counts for its limit, otherwise null. It survives erasing. */
  domain: Generated<string | null>
  /** The address to send to; '' after erasing. */
  recipient: string
  /** JSON of the message's own values, such as the text of a reply; `{}` if it has none. */
  data: string
  state: string
  attempts: Generated<number>
  next_attempt_at: string | null
  lease_owner: Generated<string | null>
  lease_until: Generated<string | null>
  last_error: Generated<string | null>
  created_at: string
  delivered_at: Generated<string | null>
  /** Time at which transmission of the content began; null when its outcome is known. */
  transmitting_at: Generated<string | null>
  /** Number of transmissions with an unknown outcome. */
  uncertain: Generated<number>
  /** JSON of the subject and text as sent; null until then. */
  sent: Generated<string | null>
}

/** A row of `lead_message`. */
export type MessageRow = Selectable<MessageTable>

/** The table `lead_wave`: invitations that are sent together, at a set pace. */
export interface WaveTable {
  /** The creator's idempotency key. */
  id: string
  name: string
  /** The state of a `Wave`. */
  state: string
  per_hour: number
  /** Time at which the next message is due. */
  next_at: string
  /** Number of invitations. */
  size: number
  created_at: string
  created_by: string
  created_by_name: string
}

/** The table `lead_notice`: when a staff member gets messages about new leads. */
export interface NoticeTable {
  owner: string
  email: string
  mode: string
  /** Time of the last message. */
  last_at: string
  /** Leads with a greater id have not been announced. */
  last_lead: string
}

/** A row of `lead_wave`. */
export type WaveRow = Selectable<WaveTable>

/** The statements that create the tables of mail and referrals, in SQL that SQLite and PostgreSQL share. */
export const mailTables: readonly string[] = [
  `create table lead_to_answer (
    id text primary key,
    lead_id text not null,
    referral_code text,
    network text
  )`,
  `create table lead_applicant (
    id text primary key,
    address text unique,
    email text not null,
    mailbox text default '' not null,
    domain text,
    name text not null,
    language text default 'en' not null,
    secret text not null,
    created_at text not null,
    confirmed_at text,
    confirmed_seq integer unique,
    reminded_at text,
    unsubscribed_at text,
    bounced_at text,
    invited_at text,
    code text unique,
    referrals integer default 0 not null,
    referred_by text,
    credit text default 'none' not null,
    credit_reason text,
    network text,
    listed integer default 0 not null
  )`,
  'create index lead_applicant_mailbox on lead_applicant (mailbox)',
  `create index lead_applicant_domain on lead_applicant (domain)
    where domain is not null and confirmed_at is not null`,
  'create index lead_applicant_rank on lead_applicant (referrals, confirmed_seq) where referrals > 0',
  `create index lead_applicant_listed on lead_applicant (referrals desc, confirmed_seq)
    where listed = 1 and referrals > 0`,
  'create index lead_applicant_referred on lead_applicant (referred_by, id) where referred_by is not null',
  'create index lead_applicant_network on lead_applicant (network) where network is not null',
  // The people who wait for an invitation, in the order of their ranks.
  `create index lead_applicant_waiting on lead_applicant (referrals desc, confirmed_seq)
    where confirmed_seq is not null and invited_at is null and address is not null`,
  "create index lead_applicant_credit on lead_applicant (credit, id) where credit <> 'none'",
  "create index lead_applicant_brought on lead_applicant (id) where credit <> 'none'",
  `create index lead_applicant_unreminded on lead_applicant (created_at)
    where confirmed_at is null and reminded_at is null`,
  `create table lead_message (
    id text primary key,
    kind text not null,
    applicant_id text,
    lead_id text,
    wave_id text,
    referral_code text,
    network text,
    domain text,
    recipient text not null,
    data text not null,
    state text not null,
    attempts integer default 0 not null,
    next_attempt_at text,
    lease_owner text,
    lease_until text,
    last_error text,
    created_at text not null,
    delivered_at text,
    transmitting_at text,
    uncertain integer default 0 not null,
    sent text
  )`,
  'create index lead_message_due on lead_message (state, next_attempt_at, created_at)',
  'create index lead_message_applicant on lead_message (applicant_id, id)',
  'create index lead_message_lead on lead_message (lead_id) where lead_id is not null',
  'create index lead_message_network on lead_message (network) where network is not null',
  // Contains all columns that the limit of a domain needs, so that only the index is read.
  `create index lead_message_domain on lead_message (domain, created_at, kind, state)
    where domain is not null`,
  'create index lead_message_state on lead_message (state, id)',
  'create index lead_message_kind on lead_message (kind, id)',
  'create index lead_message_uncertain on lead_message (state) where uncertain > 0',
  'create index lead_message_wave on lead_message (wave_id, state, id) where wave_id is not null',
  `create unique index lead_message_invitation on lead_message (applicant_id, wave_id)
    where wave_id is not null`,
  `create table lead_wave (
    id text primary key,
    name text not null,
    state text not null,
    per_hour integer not null,
    next_at text not null,
    size integer not null,
    created_at text not null,
    created_by text not null,
    created_by_name text not null
  )`,
  `create table lead_notice (
    owner text primary key,
    email text not null,
    mode text not null,
    last_at text not null,
    last_lead text not null
  )`,
  `create table lead_mail (
    id integer primary key,
    on_hold integer default 0 not null,
    confirmed integer default 0 not null,
    network_day text,
    network_key text,
    mailbox_key text
  )`,
  'insert into lead_mail (id) values (1)',
]

/** A submission of a lead, with the code of its referral link and a keyed hash of its network. */
export type Submitted = Pick<MessageRow, 'lead_id' | 'referral_code' | 'network'>
