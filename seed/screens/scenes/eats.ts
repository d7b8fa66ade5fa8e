import { dish, dishPicture, flatBread } from '../drawings/food.ts'
import { icon } from '../drawings/icons.ts'
import { carOnMap, map, marker, way } from '../drawings/map.ts'
import { people, portrait } from '../drawings/people.ts'
import { lattice, verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, navigation, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const cloth = 'oklch(0.47 0.1 32)'

const kitchen = (
  background: string,
  drawing: string,
  name: string,
  text: string,
  time: string,
) => html`
  <div style="width:236px; flex:none">
    <div class="cut rel" style="--cut:16px; height:150px; background:${background}"><svg width="236" height="150" viewBox="0 -14 236 150">${drawing}</svg>
    <span class="tag abs" style="right:9px; bottom:9px; background:var(--surface); color:var(--ink)">${time}</span></div>
    <div class="row" style="gap:6px; margin-top:8px"><span class="b" style="font-size:15px">${name}</span>${verified(17)}</div><p class="s m">${text}</p>
  </div>`

/** The start screen for ordering food. */
export const eats: Scene = {
  name: 'eats',
  hue: 'eats',
  markup: html`
    <div class="fill" style="z-index:-1; bottom:auto; height:454px; background:${cloth}"><div class="fill" style="color:oklch(0.8 0.1 45); opacity:.3">${lattice(67.5, 110)}</div></div>
    <svg class="abs" style="z-index:-1; top:150px; left:0" width="390" height="304" viewBox="0 0 390 304">
      ${dish('biryani', 196, 128, 108, 'blue')}${dish('hummus', 48, 66, 60, 'clay')}${dish('tabbouleh', 348, 58, 58)}
      ${dish('yogurt', 330, 198, 46, 'green')}${flatBread(56, 226, 76)}${dish('olives', 262, 270, 46, 'ink')}${dish('salad', 404, 292, 62)}
    </svg>
    <div style="color:oklch(0.98 0.01 85)">${statusBar('6:48')}
      <div style="padding:4px 20px 0"><p class="row s" style="gap:6px">${icon('pin', 17)}Home ${icon('down', 15)}</p><h1 style="font-size:35px; margin-top:6px">The table is ready</h1></div>
    </div>
    <div class="sheet" style="top:424px; bottom:84px; padding:16px 20px 0">
      <div class="segments"><span class="on">${icon('truck', 19)}Delivery</span><span>${icon('bag', 18)}Pickup</span><span>${icon('plate', 19)}Dining</span></div>
      <div class="row between" style="margin:17px 0 11px"><h2>Cooking near you</h2><span class="s b hue">See all 31</span></div>
      <div class="row top" style="gap:12px">
        ${kitchen('oklch(0.85 0.06 60)', dish('kebab', 84, 74, 92, 'ink') + dish('yogurt', 200, 40, 38, 'green'), 'Saffron House', 'Afghan grill · 4.8 from 320', '25 min')}
        ${kitchen('oklch(0.8 0.06 150)', dish('lentils', 70, 70, 80, 'green'), 'Harbor Kitchen', 'Somali · 4.9 from 112', '30 min')}
      </div>
    </div>
    <div class="abs" style="inset:auto 0 0">${tabBar('Explore')}</div>`,
}

/** The page of a dish, with the origin of its meat. */
export const plate: Scene = {
  name: 'plate',
  hue: 'eats',
  theme: 'night',
  markup: html`
    <div class="fill deep" style="z-index:-1"><div class="fill" style="color:var(--branch); opacity:.16; mask-image:linear-gradient(#000 30%, transparent 62%)">${lattice(67.5, 160)}</div></div>
    ${statusBar('6:51')}
    <div class="row between" style="padding:0 20px; height:52px">${['left', 'heart'].map((name) => html`<span class="round" style="background:oklch(1 0 0 / .12)">${icon(name as 'left')}</span>`)}</div>
    <div class="abs" style="top:28px; left:60px; z-index:-1">${dishPicture('biryani', 400, 'blue')}</div>
    <div class="push" style="padding:0 24px 34px">
      <div class="row between" style="align-items:flex-end"><h1 style="font-size:39px; line-height:1.02; width:250px">Lamb biryani, slow-cooked</h1><p class="display gold num" style="font-size:30px">$18</p></div>
      <p class="m" style="margin:11px 0 16px">Six hours over charcoal, with saffron, almonds, and pomegranate.</p>
      <div class="cut row" style="--cut:12px; padding:13px 15px; background:oklch(1 0 0 / .09)">
        <span class="gold">${verified(30).replaceAll('var(--branch)', 'currentColor').replaceAll('var(--page)', 'oklch(0.32 0.062 35)')}</span>
        <div class="grow"><p class="b">Lamb from Cedar Lane Meats</p><p class="s m">Hand-slaughtered, certificate confirmed</p></div>${icon('right', 18)}
      </div>
      <div class="row between" style="margin:18px 0 20px"><span class="b">How spicy?</span><div class="row" style="gap:7px">${['Mild', 'Warm', 'Hot'].map((name, i) => html`<span class="chip" style="background:${i === 1 ? 'oklch(0.965 0.014 88)' : 'oklch(1 0 0 / .1)'}; color:${i === 1 ? 'oklch(0.32 0.062 35)' : 'inherit'}">${name}</span>`)}</div></div>
      <div class="row" style="gap:10px"><div class="cut row between" style="width:118px; height:54px; padding:0 14px; --cut:11px; background:oklch(1 0 0 / .1)">${icon('minus', 20)}<b class="num" style="font-size:17px">2</b>${icon('plus', 20)}</div><div class="button accent grow">Add · $36.00</div></div>
    </div>
    ${homeIndicator}`,
}

/** The tracking of a delivery, at night. */
export const delivery: Scene = {
  name: 'delivery',
  hue: 'eats',
  theme: 'dark',
  markup: html`
    ${map(
      html`${way('M70 196L104 330L176 312L194 384', 'oklch(0.5 0.05 40)', 'var(--land)')}${way('M194 384L214 462L296 442L306 486', 'oklch(0.83 0.12 60)', 'var(--land)')}
        ${marker(70, 198, '<path d="M12 5v14M8 5v5l4 2M16 5v5l-4 2"/>', 'oklch(0.83 0.085 35)', 1.05)}
        ${marker(306, 490, '<path d="M4 12l8-7 8 7v8H4zM10 20v-5h4v5"/>', 'oklch(0.965 0.014 88)', 1.2)}
        ${carOnMap(194, 384, -14, 'oklch(0.81 0.148 79)', 1.05)}`,
      'translate(-30 0)',
    )}
    <div class="fill" style="bottom:auto; height:210px; background:linear-gradient(oklch(0.195 0.026 165) 45%, transparent)"></div>
    ${statusBar('8:41')}
    <div class="rel row between top" style="padding:6px 20px 0"><div><h1 style="font-size:42px">12 minutes</h1><p class="m" style="margin-top:3px">Bilal is on the way</p></div><span class="round">${icon('close')}</span></div>
    <div class="sheet" style="height:302px; background:var(--surface)">
      <div class="grip"></div>
      <div class="row" style="gap:7px; margin-bottom:18px">${['Cooked', 'Packed', 'On the way', 'At your door'].map((name, i) => html`<div class="grow"><div style="height:6px; background:${i < 3 ? 'oklch(0.81 0.148 79)' : 'var(--line)'}"></div><p class="xs ${i === 2 ? 'b' : 'm'} one-line" style="margin-top:7px">${name}</p></div>`)}</div>
      <div class="row" style="gap:14px">${portrait(people.bilal, 56)}<div class="grow"><p class="b" style="font-size:17px">Bilal Johnson</p><p class="s m">Knows your street</p></div><span class="round" style="background:var(--tint)">${icon('chat')}</span><span class="round" style="background:var(--tint)">${icon('phone')}</span></div>
      <div class="rule row" style="margin-top:18px; padding-top:16px; gap:14px"><div class="cut" style="--cut:11px; width:64px; height:64px; background:var(--tint)">${dishPicture('biryani', 64, 'blue')}</div><div class="grow"><p class="b">2 lamb biryani, 1 tabbouleh</p><p class="s m">Saffron House</p></div><b class="num" style="font-size:16px">$45.00</b></div>
    </div>
    ${homeIndicator}`,
}

const seats = (count: number, radius: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 360) / count
    return `<rect x="-7" y="${-radius - 12}" width="14" height="10" transform="rotate(${angle})"/>`
  })

const table = (
  x: number,
  y: number,
  size: number,
  count: number,
  state: 'free' | 'taken' | 'chosen',
) => {
  const fill = { free: 'var(--surface)', taken: 'var(--line)', chosen: 'var(--branch)' }[state]
  const cut = size * 0.41
  return html`<g transform="translate(${x} ${y})" fill="${fill}" opacity="${state === 'taken' ? 0.6 : 1}">
    ${seats(count, size)}<path d="M${-cut}-${size}H${cut}L${size}-${cut}V${cut}L${cut} ${size}H-${cut}L-${size} ${cut}V-${cut}Z" ${state === 'free' && 'stroke="var(--branch)" stroke-width="1.5"'} />
    ${state === 'chosen' && `<g transform="translate(-12 -12)" class="icon" stroke-width="2.2" style="color:var(--page)"><path d="M5 12.5L10 17.5L19.5 7"/></g>`}
    ${state === 'free' && `<text y="5" text-anchor="middle" font-size="14" font-weight="600" fill="var(--branch)">${count}</text>`}
  </g>`
}

/** The reservation of a table on a floor plan. */
export const dining: Scene = {
  name: 'dining',
  hue: 'eats',
  markup: html`
    ${statusBar('4:20')}
    ${navigation('Saffron House')}
    <div class="body"><h1>Choose your table</h1>
      <div class="row" style="gap:8px; margin-top:13px"><span class="chip">${icon('people', 17)}6 people</span><span class="chip">${icon('calendar', 16)}Tonight</span><span class="chip on">7:00 PM</span></div>
      <div class="cut rel" style="--cut:24px; margin-top:16px; height:424px; background:var(--tint)">
        <svg width="350" height="430" viewBox="0 -16 350 430">
          <path d="M210 8v150h132" fill="none" stroke="var(--branch)" stroke-width="5" stroke-dasharray="52 26 400" />
          <path d="M24 4h60M110 4h70M4 60v80M4 190v90M346 210v110" stroke="oklch(0.78 0.09 225)" stroke-width="7" />
          <path d="M20 336h150v54H44L20 366z" fill="oklch(0.84 0.05 40)" /><text x="92" y="368" text-anchor="middle" font-size="13" font-weight="600" fill="var(--branch)">Open kitchen</text>
          <path d="M262 394h52" stroke="var(--page)" stroke-width="8" /><text x="288" y="382" text-anchor="middle" font-size="12" fill="var(--muted)">Door</text>
          <text x="278" y="34" text-anchor="middle" font-family="var(--font-display)" font-weight="600" font-size="17" fill="var(--branch)">Family room</text>
          ${table(278, 96, 36, 6, 'chosen')}${table(58, 62, 24, 4, 'taken')}${table(146, 62, 24, 4, 'free')}
          ${table(58, 158, 24, 4, 'free')}${table(146, 158, 24, 4, 'taken')}${table(70, 260, 32, 6, 'taken')}${table(174, 260, 26, 4, 'free')}
          ${table(286, 232, 20, 2, 'free')}${table(286, 312, 20, 2, 'taken')}
          <g transform="translate(210 346)" fill="oklch(0.6 0.1 145)"><path d="M0-16L5-5L16 0L5 5L0 16L-5 5L-16 0L-5-5Z" /><circle r="5" fill="oklch(0.5 0.1 145)" /></g>
        </svg>
      </div>
      <div class="row" style="gap:18px; margin-top:13px">${[
        ['Yours', 'var(--branch)'],
        ['Free', 'var(--surface)'],
        ['Taken', 'var(--line)'],
      ].map(
        ([name, color]) =>
          html`<span class="row s" style="gap:7px"><i class="cut" style="--cut:4px; width:15px; height:15px; background:${color}; ${name === 'Free' && 'border:1.5px solid var(--branch)'}"></i>${name}</span>`,
      )}</div>
    </div>
    <div class="row between" style="padding:18px 20px 38px; background:var(--surface); border-top:1px solid var(--line)"><div><p class="b" style="font-size:16px">Family room, 6 seats</p><p class="s m">Maghrib 8:20 · prayer room upstairs</p></div><div class="button" style="width:116px">Reserve</div></div>
    ${homeIndicator}`,
}

const portions = (left: number, all: number) =>
  Array.from(
    { length: all },
    (_, i) =>
      `<i class="cut" style="--cut:3px; width:11px; height:11px; background:${i < left ? 'var(--branch)' : 'var(--line)'}"></i>`,
  )

const meal = (drawing: string, name: string, text: string, left: number, price: string) => html`
  <div class="row" style="gap:14px"><div style="width:92px; margin:-2px 0">${drawing}</div>
    <div class="grow"><h3>${name}</h3><p class="s m" style="margin:2px 0 7px">${text}</p><div class="row" style="gap:4px">${portions(left, 8)}<span class="xs m" style="margin-left:5px">${left} left</span></div></div>
    <div class="col" style="align-items:flex-end; gap:8px"><b class="num" style="font-size:16px">${price}</b><span class="round" style="width:36px; height:36px; border-radius:9px; background:var(--branch); color:var(--page)">${icon('plus', 19)}</span></div>
  </div>`

/** The weekly plan of a home chef. */
export const homeChef: Scene = {
  name: 'home-chef',
  hue: 'eats',
  markup: html`
    ${statusBar('10:15')}
    ${navigation('', ['share', 'heart'])}
    <div class="body">
      <div class="row top" style="gap:16px">${portrait(people.nadia, 104, '--cut:20px')}<div class="grow" style="padding-top:6px"><p class="over">Home chef</p><h1 style="font-size:30px; margin:3px 0 5px">Nadia’s kitchen</h1><p class="s row" style="gap:6px">${verified(18)}Kitchen visited April 12</p></div></div>
      <p style="margin:20px 0; font-size:15px">Egyptian home cooking, three pots a day. When they’re gone, we rest.</p>
      <div class="row" style="gap:6px">${[
        ['M', 12],
        ['T', 13],
        ['W', 14],
        ['T', 15],
        ['F', 16],
        ['S', 17],
        ['S', 18],
      ].map(
        ([name, date], i) =>
          html`<div class="cut col grow" style="--cut:10px; align-items:center; gap:2px; padding:9px 0; ${i === 4 ? 'background:var(--branch); color:var(--page)' : i > 4 ? 'opacity:.55' : 'background:var(--surface)'}"><span class="xs">${name}</span><b class="num" style="font-size:17px">${date}</b></div>`,
      )}</div>
      <div class="row between" style="margin:26px 0 18px"><h2>In the pots today</h2><span class="s m">Pickup 6 to 8 PM</span></div>
      <div class="col" style="gap:20px">
        ${meal(dishPicture('lentils', 92, 'blue'), 'Red lentil soup', 'With cumin and lemon', 5, '$7')}
        ${meal(dishPicture('kebab', 92, 'green'), 'Kofta and rice', 'Beef, Cedar Lane', 2, '$13')}
        ${meal(dishPicture('knafeh', 92, 'clay'), 'Knafeh', 'Pistachio, still warm', 7, '$8')}
      </div>
    </div>
    <div style="padding:0 20px 38px"><div class="button between"><span>Reserve 2 portions</span><span class="num">$21.00</span></div></div>
    ${homeIndicator}`,
}
