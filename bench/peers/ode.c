/* ODE: one step of a chain of rods. It has no accelerations to compare: a step holds the joints in their old directions
   and mends afterwards what has come apart. */
#define dDOUBLE
#include <ode/ode.h>

#include "row.h"

static void chain(int N) {
    dWorldID world = dWorldCreate();
    dBodyID before = 0;
    double x = 0, y = 0, vx = 0, vy = 0, seconds;
    dWorldSetGravity(world, 0, -9.81, 0);
    dWorldSetCFM(world, 0);
    for (int i = 0; i < N; i++) {
        double a = chain_angle(i), w = chain_rate(i), s = sin(a), c = cos(a);
        dBodyID body = dBodyCreate(world);
        dMass mass;
        dMatrix3 turn;
        dMassSetParameters(&mass, 1, 0, 0, 0, 1. / 12, 1. / 12, 1. / 12, 0, 0, 0);
        dBodySetMass(body, &mass);
        dRFromAxisAndAngle(turn, 0, 0, 1, a);
        dBodySetRotation(body, turn);
        dBodySetPosition(body, x + s / 2, y - c / 2, 0);
        dBodySetAngularVel(body, 0, 0, w);
        dBodySetLinearVel(body, vx + c * w / 2, vy + s * w / 2, 0);
        dJointID joint = dJointCreateHinge(world, 0);
        dJointAttach(joint, body, before);
        dJointSetHingeAnchor(joint, x, y, 0);
        dJointSetHingeAxis(joint, 0, 0, 1);
        x += s, y -= c, vx += c * w, vy += s * w;
        before = body;
    }
    TIME(seconds, dWorldStep(world, 1e-6));
    row("chain", "dWorldStep, a whole step", N, seconds, NAN);
    dWorldDestroy(world);
}

int main(void) {
    dInitODE2(0);
    for (int k = 0; k < CHAIN_SIZES && chain_sizes[k] <= 100; k++) /* 200 rods take seconds */
        chain(chain_sizes[k]);
    dCloseODE();
    return 0;
}
