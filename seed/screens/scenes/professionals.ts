import { icon } from '../drawings/icons.ts'
import { figure, type Person, people, portrait } from '../drawings/people.ts'
import { room } from '../drawings/places.ts'
import { lattice, star, verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, navigation, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const person = (one: Person, style: string, work: string, figureStyle: string) => html`
  <div class="cut rel" style="--cut:18px; background:${one.background}; ${style}">
    <svg class="abs" style="${figureStyle}" viewBox="0 0 100 100" overflow="visible">${figure(one)}<path d="M8 98h84v60H8z" fill="${one.clothes}" /></svg>
    <div class="abs" style="left:0; right:0; bottom:0; padding:26px 13px 11px; background:linear-gradient(transparent, oklch(0.22 0.04 200 / .86) 55%); color:oklch(0.985 0.01 85)">
      <p class="b one-line" style="font-size:15px">${one.name}</p><p class="xs one-line">${work}</p>
    </div>
  </div>`

/** A list of professionals to book. */
export const directory: Scene = {
  name: 'directory',
  hue: 'professionals',
  markup: html`
    ${statusBar('11:20')}
    <div class="body">
      <h1 style="width:310px">Someone who understands</h1>
      <div class="cut row" style="--cut:12px; height:48px; margin-top:14px; padding:0 14px; background:var(--surface)"><span class="hue">${icon('search')}</span><span class="m grow" style="font-size:15px">Tutor, lawyer, electrician</span></div>
      <div class="row" style="gap:8px; margin:12px 0 14px"><span class="chip on">For you</span><span class="chip">${icon('book', 16)}Tutors</span><span class="chip">${icon('scales', 16)}Advisers</span><span class="chip">${icon('tool', 16)}Trades</span></div>
      <div style="display:grid; grid-template-columns:186px 1fr; grid-template-rows:184px 92px 196px; gap:10px">
        ${person(people.samira, 'grid-row:span 2', 'Therapist · video or office', 'width:216px; left:-15px; top:8px')}
        ${person(people.idris, '', 'Math and physics tutor', 'width:142px; left:6px; top:2px')}
        ${person(people.hamza, 'grid-row:span 2', 'Family counselor', 'width:202px; left:-24px; top:24px')}
        ${person(people.sara, '', 'Electrician, licensed', 'width:172px; left:7px; top:2px')}
      </div>
    </div>
    ${tabBar('Explore')}`,
}

const hour = 66
const at = (time: number) => (time - 13) * hour

/** Returns an hour of a calendar that can be booked. Times are hours of the day; the calendar starts at 1 PM. */
export const slot = (from: number, length: number, label: string, state: 'free' | 'chosen') => html`
  <div class="abs cut row between" style="--cut:9px; left:58px; right:0; top:${at(from) + 2}px; height:${length * hour - 4}px; padding:0 14px; font-size:15px; ${state === 'chosen' ? 'background:var(--branch); color:var(--page)' : 'background:var(--tint)'}">
    <span class="b">${label}</span>${state === 'chosen' ? icon('check', 20) : '<span class="s m">Free</span>'}
  </div>`

/** Returns the time of a prayer in a calendar. */
export const pause = (time: number, name: string, label: string) => html`
  <div class="abs row" style="left:58px; right:0; top:${at(time) - 1}px; height:26px; padding:0 10px; gap:8px; color:oklch(0.5 0.11 72); background:repeating-linear-gradient(-45deg, oklch(0.81 0.148 79 / .2) 0 6px, oklch(0.81 0.148 79 / .32) 6px 12px)">
    ${star(16, true)}<b class="b s">${name} ${label}</b></div>`

/** Returns the lines of the given hours in a calendar. */
export const hours = (times: number[]) =>
  times.map(
    (time) =>
      html`<div class="abs row" style="left:0; right:0; top:${at(time) - 8}px; gap:10px"><span class="xs m num" style="width:46px">${time - 12} PM</span><i class="grow" style="height:1px; background:var(--line)"></i></div>`,
  )

/** A booking calendar that keeps prayer times free. */
export const booking: Scene = {
  name: 'booking',
  hue: 'professionals',
  markup: html`
    ${statusBar('12:10')}
    ${navigation('Book a lesson')}
    <div class="body">
      <div class="row" style="gap:14px">${portrait(people.idris, 64, '--cut:14px')}<div class="grow"><div class="row" style="gap:6px"><h2>Idris Celik</h2>${verified(18)}</div><p class="s m">Math and physics · $35 an hour</p></div></div>
      <div class="row" style="gap:7px; margin:16px 0 16px">${[
        ['Thu', 15],
        ['Fri', 16],
        ['Sat', 17],
        ['Sun', 18],
        ['Mon', 19],
        ['Tue', 20],
      ].map(
        ([name, date], i) =>
          html`<div class="cut col grow" style="--cut:10px; align-items:center; gap:1px; padding:8px 0; ${i === 2 ? 'background:var(--ink); color:var(--page)' : 'background:var(--surface)'}"><span class="xs">${name}</span><b class="num" style="font-size:18px">${date}</b></div>`,
      )}</div>
      <h1 style="font-size:28px; margin-bottom:14px">Free when you are</h1>
      <div class="rel grow">
        ${hours([13, 14, 15, 16, 17, 18, 19])}
        ${pause(13.4, 'Dhuhr', '1:24')}${slot(14, 1, '2:00 to 3:00', 'free')}${slot(16, 1, '4:00 to 5:00', 'chosen')}${pause(17.1, 'Asr', '5:06')}${slot(17.75, 1, '5:45 to 6:45', 'free')}
      </div>
    </div>
    <div style="padding:14px 20px 38px; background:var(--page); border-top:1px solid var(--line)"><div class="button between"><span>Book Saturday, 4:00 PM</span><span class="num">$35</span></div></div>
    ${homeIndicator}`,
}

const control = (name: Parameters<typeof icon>[0], style: string) =>
  `<span class="round" style="width:62px; height:62px; border-radius:18px; ${style}">${icon(name, 26)}</span>`

/** A video session with a therapist. */
export const session: Scene = {
  name: 'session',
  hue: 'professionals',
  theme: 'dark',
  markup: html`
    <svg class="abs" style="z-index:-1; top:0" width="390" height="844" viewBox="0 0 390 844" preserveAspectRatio="xMidYMin slice">
      <rect width="390" height="844" fill="oklch(0.475 0.053 200)" /><g transform="scale(1.08) translate(-10 40)">${room()}</g><rect width="390" height="110" fill="oklch(0.475 0.053 200)" />
      <path d="M0 596h390v248H0z" fill="oklch(0.5 0.06 60)" /><path d="M0 596h390v6H0z" fill="oklch(0.42 0.055 58)" />
      <ellipse cx="196" cy="716" rx="190" ry="44" fill="oklch(0.55 0.09 30)" /><ellipse cx="196" cy="716" rx="168" ry="36" fill="none" stroke="oklch(0.78 0.09 80)" stroke-width="3" />
      <path d="M84 690V440c0-46 44-66 112-66s112 20 112 66v250z" fill="oklch(0.64 0.09 45)" /><path d="M104 640V452c0-36 36-52 92-52s92 16 92 52v188z" fill="oklch(0.7 0.09 50)" />
      <path d="M132 560h128l34 190H98z" fill="oklch(0.36 0.06 200)" /><path d="M196 590l6 160h-12z" fill="oklch(0.28 0.05 200)" />
      <svg x="88" y="334" width="216" height="250" viewBox="0 0 100 116" overflow="visible"><path d="M8 102h84l-6 18H14z" fill="oklch(0.93 0.015 88)" />${figure(people.samira)}</svg>
      <path d="M60 540h58v150H72c-12-40-16-110-12-150zM332 540h-58v150h46c12-40 16-110 12-150z" fill="oklch(0.57 0.09 42)" /><path d="M56 540c0-26 62-26 62 0v14H56zM336 540c0-26-62-26-62 0v14h62z" fill="oklch(0.74 0.085 52)" />
      <path d="M156 586l78-10 6 52-78 10z" fill="oklch(0.95 0.015 88)" /><path d="M166 596l58-7M167 606l50-6M168 616l56-7" stroke="oklch(0.6 0.04 200)" stroke-width="2.5" />
      <path d="M146 596c10-8 22-6 28 2s-2 18-12 18zM250 588c-10-8-22-4-26 4s4 16 14 16z" fill="oklch(0.86 0.05 65)" />
    </svg>
    <div class="fill" style="z-index:-1; background:linear-gradient(oklch(0.2 0.04 200 / .62), transparent 22%, transparent 56%, oklch(0.17 0.035 200 / .96) 82%)"></div>
    ${statusBar('4:18')}
    <div class="row between top" style="padding:6px 20px 0"><div><h1 style="font-size:28px">Dr. Samira Haddad</h1><p class="s" style="margin-top:3px">Licensed therapist, Texas</p></div><span class="chip num" style="background:oklch(0.2 0.03 200 / .6)"><i style="width:8px; height:8px; border-radius:3px; corner-shape:bevel; background:var(--gold)"></i>18:04</span></div>
    <div class="abs" style="right:20px; top:138px">${portrait(people.amina, 92, '--cut:18px; outline:3px solid oklch(0.97 0.01 88 / .9); outline-offset:-3px')}</div>
    <div class="push" style="padding:0 24px 44px; text-align:center">
      <p class="display" style="font-size:24px; line-height:1.2">“Take your time. We can begin wherever you like.”</p>
      <p class="s row" style="justify-content:center; gap:7px; margin:14px 0 20px; color:oklch(0.87 0.05 200)">${icon('lock', 17)}Only the two of you. Nothing is recorded.</p>
      <div class="row" style="justify-content:center; gap:12px">${control('mic', 'background:oklch(1 0 0 / .14)')}${control('video', 'background:oklch(1 0 0 / .14)')}${control('chat', 'background:oklch(1 0 0 / .14)')}${control('close', 'background:oklch(0.56 0.17 27)')}</div>
    </div>
    ${homeIndicator}`,
}

const bubble = (text: string, mine: boolean, style = '') => html`
  <div class="cut" style="--cut:13px; max-width:268px; padding:12px 15px; font-size:15px; line-height:1.38; ${mine ? 'margin-left:auto; background:var(--branch); color:var(--page); border-bottom-right-radius:0' : 'background:var(--surface); border-bottom-left-radius:0'}; ${style}">${text}</div>`

const step = (text: string, who: string, done: boolean) => html`
  <div class="row" style="gap:11px"><i class="cut" style="--cut:6px; width:24px; height:24px; display:grid; place-items:center; ${done ? 'background:var(--branch); color:var(--page)' : 'border:1.5px solid var(--edge)'}">${done ? icon('check', 16) : ''}</i><span class="grow b" style="${done && 'opacity:.6'}">${text}</span><span class="xs m">${who}</span></div>`

/** A couple's messages with their family counselor. */
export const counselor: Scene = {
  name: 'counselor',
  hue: 'professionals',
  markup: html`
    <div style="background:var(--surface); border-bottom:1px solid var(--line)">${statusBar('8:47')}
      <div class="row" style="padding:4px 20px 14px; gap:12px">${icon('left')}<div class="row" style="gap:0">${portrait(people.hamza, 48)}</div><div class="grow"><h2>Hamza Malik</h2><p class="xs m">Family counselor · you and Omar</p></div><span class="round tint">${icon('video')}</span></div></div>
    <div class="body" style="padding-top:18px; gap:9px">
      <h1 style="font-size:28px; margin-bottom:5px">Talking again, step by step</h1>
      ${bubble('You both said that evenings are the hard part. Shall we start there?', false)}
      ${bubble('Yes. We only talk about chores.', true)}
      <div class="row" style="gap:8px; align-items:flex-end">${bubble('And about whose turn it is.', true, 'margin-left:auto; background:oklch(0.36 0.06 255)')}${portrait(people.omar, 30, '--cut:7px')}</div>
      <div class="cut card rel" style="--cut:18px; margin-top:6px; background:var(--tint); padding:17px 18px">
        <div class="fill" style="color:var(--branch); opacity:.13; mask-image:linear-gradient(-115deg, #000, transparent 48%)">${lattice(62, 90)}</div>
        <p class="over">This week’s plan</p><h2 style="margin:3px 0 14px">Ten minutes after Isha</h2>
        <div class="col" style="gap:11px">${step('Phones in the kitchen', 'Both', true)}${step('One good thing from today', 'Amina', true)}${step('A walk on Sunday', 'Omar', false)}</div>
      </div>
      ${bubble('Small is fine. Let me know on Monday how it went.', false)}
      <div class="cut row" style="--cut:14px; margin-top:10px; padding:13px 16px; border:1.5px solid var(--line); gap:13px"><span class="hue">${icon('calendar', 24)}</span><div class="grow"><p class="b">Together, by video</p><p class="s m">Monday, 8:50 PM, after Maghrib</p></div></div>
    </div>
    <div style="padding:0 20px 40px"><div class="cut row" style="--cut:12px; height:52px; padding:0 8px 0 16px; background:var(--surface)"><span class="grow m" style="font-size:15px">Message both</span><span class="round" style="width:38px; height:38px; border-radius:10px; background:var(--branch); color:var(--page)">${icon('up', 20)}</span></div></div>
    ${homeIndicator}`,
}
