import { picture } from '../drawings/goods.ts'
import { icon } from '../drawings/icons.ts'
import { carOnMap, here, map, marker, way } from '../drawings/map.ts'
import { people, portrait } from '../drawings/people.ts'
import { carFromSide, skyline } from '../drawings/places.ts'
import { lattice, star, verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const cars = {
  blue: ['oklch(0.52 0.1 255)', 'oklch(0.4 0.09 255)', 'oklch(0.28 0.04 255)'],
  pale: ['oklch(0.95 0.012 88)', 'oklch(0.8 0.02 255)', 'oklch(0.36 0.05 255)'],
  green: ['oklch(0.55 0.08 163)', 'oklch(0.43 0.075 163)', 'oklch(0.28 0.04 200)'],
} as const

const car = (name: keyof typeof cars, height: number) => {
  const [body, shade, glass] = cars[name]
  return picture(320, 110, height, carFromSide(body, shade, glass))
}

const choice = (
  color: keyof typeof cars,
  name: string,
  text: string,
  price: string,
  on = false,
) => html`
  <div class="cut row" style="--cut:14px; padding:11px 14px; gap:12px; ${on ? 'background:var(--tint); border:2px solid var(--branch)' : 'background:var(--surface)'}">
    <div style="width:84px">${car(color, 29)}</div><div class="grow"><p class="b" style="font-size:16px">${name}</p><p class="s m one-line">${text}</p></div><b class="num" style="font-size:17px">${price}</b>
  </div>`

/** The choice of a ride, with its price and how the price is divided. */
export const ride: Scene = {
  name: 'ride',
  hue: 'rides',
  markup: html`
    ${map(
      html`${way('M62 318L142 298L108 160L258 122L270 176L330 160')}${here(62, 318)}${carOnMap(160, 206, 76, 'oklch(0.52 0.1 255)', 0.8)}${carOnMap(284, 300, -14, 'oklch(0.55 0.08 163)', 0.8)}
      ${marker(330, 162, '<path d="M5 20V11c0-3 4-3.500 7-7 3 3.500 7 4 7 7v9zM10 20v-4l2-2.500 2 2.500v4"/>'.replaceAll('.500', '.5'), 'oklch(0.25 0.035 165)', 1.15)}`,
      'translate(20 -60) scale(1.05)',
    )}
    ${statusBar('1:02')}
    <div class="rel row" style="padding:4px 20px 0; gap:10px"><span class="round">${icon('left')}</span><div class="shade grow"><div class="cut row" style="--cut:12px; height:44px; padding:0 14px; background:var(--surface); gap:9px"><span class="hue">${star(17, true)}</span><span class="b">Neighborhood mosque</span></div></div></div>
    <div class="sheet" style="height:484px">
      <div class="grip"></div>
      <div class="row between" style="margin-bottom:14px"><h1>There by 1:18</h1><span class="tag" style="height:28px">12 min before Jumu’ah</span></div>
      <div class="col" style="gap:8px">
        ${choice('blue', 'Quiet ride', '3 min away · no small talk', '$18.40', true)}
        ${choice('green', 'Driven by a woman', '6 min away · for women', '$19.10')}
        ${choice('pale', 'Family car', '5 min away · two child seats', '$24.80')}
      </div>
      <div class="rule" style="margin-top:16px; padding-top:14px">
        <div class="row between s"><span class="b">Where your $18.40 goes</span><span class="m">15% commission</span></div>
        <div class="row" style="gap:3px; margin:9px 0 8px"><i style="height:10px; flex:85; background:var(--branch)"></i><i style="height:10px; flex:15; background:var(--gold)"></i></div>
        <div class="row between s"><span><b class="num">$15.64</b> to your driver</span><span><b class="num">$2.76</b> to Halvi</span></div>
      </div>
      <div class="button" style="margin-top:16px">Request this ride</div>
    </div>
    ${homeIndicator}`,
}

/** A driver who is about to arrive. */
export const arriving: Scene = {
  name: 'arriving',
  hue: 'rides',
  theme: 'dark',
  markup: html`
    <div class="fill" style="z-index:-1; bottom:auto; height:474px; background:oklch(0.34 0.085 258)">
      <div class="fill" style="color:oklch(0.83 0.085 255); opacity:.22; mask-image:linear-gradient(#000 40%, transparent 85%)">${lattice(73, 150)}</div>
      <svg class="abs" style="bottom:70px" width="390" height="120" viewBox="0 0 390 120">${skyline('oklch(0.25 0.06 260)', 'oklch(0.295 0.072 260)')}</svg>
      <div class="abs" style="inset:auto 0 0; height:71px; background:oklch(0.21 0.035 258)"><svg width="390" height="71"><path d="M0 34h390" stroke="oklch(0.81 0.148 79)" stroke-width="4" stroke-dasharray="34 26" /></svg></div>
    </div>
    ${statusBar('9:14')}
    <div style="padding:10px 24px 0"><h1 style="font-size:44px; line-height:1">Yusuf is 3 minutes away</h1><p style="margin-top:12px; font-size:16px; color:oklch(0.87 0.05 250)">Wait by the bookstore</p></div>
    <div class="abs" style="left:22px; top:322px">${car('pale', 122)}</div>
    <div class="sheet" style="top:464px; padding-top:24px">
      <div class="row" style="gap:15px">${portrait(people.yusuf, 68, '--cut:15px')}<div class="grow"><div class="row" style="gap:6px"><h2>Yusuf Kamara</h2>${verified(19)}</div><p class="s m" style="margin-top:3px">4.97 · speaks French, Krio</p></div><span class="round" style="width:50px; height:50px; background:var(--tint)">${icon('phone')}</span></div>
      <div class="row" style="gap:10px; margin:18px 0">
        <div class="cut grow" style="padding:12px 15px; background:var(--surface)"><p class="xs m">White sedan</p><p class="display num" style="font-size:25px; margin-top:3px; letter-spacing:.03em">KLR 4821</p></div>
        <div class="cut grow" style="padding:12px 15px; background:var(--gold); color:var(--on-accent)"><p class="xs">Safety word</p><p class="display" style="font-size:25px; margin-top:3px">olive</p></div>
      </div>
      <div class="row between" style="padding:0 12px">${(
        [
          ['shield', 'Safety'],
          ['share', 'Share trip'],
          ['people', 'Add stop'],
          ['close', 'Cancel'],
        ] as const
      ).map(
        ([name, label]) =>
          html`<div class="col" style="align-items:center; gap:7px"><span class="round lined" style="width:52px; height:52px; background:none">${icon(name)}</span><span class="xs">${label}</span></div>`,
      )}</div>
      <p class="s m row" style="gap:8px; margin-top:19px; justify-content:center"><span class="hue">${icon('check', 17)}</span>Background check passed, documents valid</p>
    </div>
    ${homeIndicator}`,
}

const days: [string, number, number][] = [
  ['Mon', 118, 0],
  ['Tue', 96, 0],
  ['Wed', 142, 0],
  ['Thu', 131, 0],
  ['Fri', 88, 1],
  ['Sat', 176, 0],
  ['Sun', 91.6, 0],
]

/** Returns a bar for each day of a driver's week. `scale` is the height of a dollar in pixels. */
export const bars = (scale: number) => html`
  <div class="row" style="gap:10px; align-items:flex-end">${days.map(([name, sum, friday], i) => html`<div class="col grow" style="align-items:center; gap:7px"><span class="xs num ${i === 5 ? 'b' : 'm'}">$${Math.round(sum)}</span><div class="cut rel" style="--cut:10px; width:100%; height:${sum * scale}px; background:${i === 5 ? 'var(--branch)' : 'oklch(0.83 0.055 255)'}">${friday ? `<span class="abs hue" style="left:50%; translate:-50%; top:10px">${star(18, true)}</span>` : ''}</div><span class="s ${i === 5 && 'b'}">${name}</span></div>`)}</div>`

/** A driver's earnings of a week. */
export const week: Scene = {
  name: 'week',
  hue: 'rides',
  markup: html`
    ${statusBar('10:03')}
    <div class="body">
      <div class="row between"><div class="row" style="gap:11px">${portrait(people.yusuf, 44)}<p class="b" style="font-size:16px">Your week</p></div><span class="chip">This week ${icon('down', 15)}</span></div>
      <p class="display num" style="font-size:58px; line-height:1; margin-top:24px">$842.60</p>
      <p class="m" style="margin-top:6px; font-size:15px">Sample: your share after 12% commission, 61 rides</p>
      <div style="display:grid; align-items:end; height:300px; margin-top:24px">${bars(1.36)}</div>
      <p class="xs m row" style="gap:6px; margin-top:12px"><span class="hue">${star(13, true)}</span>Friday: paused from 12:45 to 2:15 for Jumu’ah</p>
      <div class="cut card" style="--cut:18px; margin-top:22px; padding:18px 18px">
        <div class="row between"><h2>Prayer breaks</h2><i class="cut" style="--cut:8px; display:block; width:50px; height:28px; padding:4px; background:var(--branch)"><i class="cut" style="--cut:5px; display:block; width:20px; height:20px; margin-left:22px; background:var(--surface)"></i></i></div>
        <p class="s m" style="margin:5px 0 13px">No ride is offered that would end after the adhan.</p>
        <div class="row" style="gap:6px">${['Fajr', 'Dhuhr', 'Asr', 'Maghrib', 'Isha'].map((name, i) => html`<span class="chip ${i === 2 ? '' : 'soft'}" style="flex:1; justify-content:center; padding:0; ${i === 2 && 'border:1.5px solid var(--line)'}">${name}</span>`)}</div>
      </div>
    </div>
    ${tabBar('Payouts', [
      ['compass', 'Drive'],
      ['calendar', 'Hours'],
      ['wallet', 'Payouts'],
      ['shield', 'Documents'],
      ['user', 'You'],
    ])}`,
}
